export { PaymentsPage as default } from "#web/features/admin/PaymentsPage.tsx";
