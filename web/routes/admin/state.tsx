export { StatePage as default } from "#web/features/desk/StatePage.tsx";
