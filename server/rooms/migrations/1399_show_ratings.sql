-- What a fan thought of a show that is over, from 1 to 5; null while they have not said. A promo, which is given, is not rated.
alter table live.participant
  add column rating smallint,
  add constraint participant_rating check (rating between 1 and 5),
  add constraint participant_rated check (rating is null or (ended_at is not null and role <> 'promo'));
create index participant_rated_model on live.participant (model_id, ended_at) where rating is not null;
