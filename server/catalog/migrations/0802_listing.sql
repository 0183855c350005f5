-- A new model is not listed before staff has approved her page, and nothing is known of her that she has not given. Who is
-- here already stays as she is.
alter table catalog.model
  alter column gender_id drop not null,
  alter column birth_date drop not null,
  alter column country drop not null,
  alter column rate_private drop not null,
  alter column rate_vip drop not null,
  alter column rate_spy drop not null,
  add column listing text not null default 'approved' check (listing in ('draft', 'submitted', 'approved')),
  -- Why staff sent the page back last; empty when it did not.
  add column listing_note text not null default '',
  add column submitted_at timestamptz,
  add column camera_tested_at timestamptz,
  -- Keys of the files behind the pictures that she uploaded.
  add column picture_keys text[] not null default '{}',
  add constraint model_listing_complete check (
    listing <> 'approved' or (gender_id is not null and birth_date is not null and country is not null
      and rate_private is not null and rate_vip is not null and rate_spy is not null));
alter table catalog.model alter column listing set default 'draft';
create index model_submitted on catalog.model (submitted_at) where listing = 'submitted';

alter table catalog.model drop column listed;
alter table catalog.model
  add column listed boolean not null
    generated always as (not hidden and not suspended and closed_at is null and listing = 'approved') stored;
