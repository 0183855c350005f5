export { LogPage as default } from "#web/features/admin/LogPage.tsx";
