export { ModelsPage as default } from "#web/features/desk/ModelsPage.tsx";
