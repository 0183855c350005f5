-- A model whose account is closed is nowhere to be found; her row stays for what refers to it.
alter table catalog.model add column closed_at timestamptz;
