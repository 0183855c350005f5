export { LogPage as default } from "#web/features/desk/LogPage.tsx";
