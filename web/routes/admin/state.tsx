export { StatePage as default } from "#web/features/admin/StatePage.tsx";
