export { ModelsPage as default } from "#web/features/admin/ModelsPage.tsx";
