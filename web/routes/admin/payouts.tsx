export { PayoutsPage as default } from "#web/features/admin/PayoutsPage.tsx";
