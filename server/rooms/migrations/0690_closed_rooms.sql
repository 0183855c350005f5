-- The room of a model whose account is closed: nobody enters, tips or publishes. Its row stays for what refers to it.
alter table live.room add column closed_at timestamptz;
