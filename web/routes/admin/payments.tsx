export { PaymentsPage as default } from "#web/features/desk/PaymentsPage.tsx";
