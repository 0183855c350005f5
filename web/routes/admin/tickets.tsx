export { TicketsPage as default } from "#web/features/desk/TicketsPage.tsx";
