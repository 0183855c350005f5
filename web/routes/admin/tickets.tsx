export { TicketsPage as default } from "#web/features/admin/TicketsPage.tsx";
