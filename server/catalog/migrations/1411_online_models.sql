-- Who is online is compared with catalog.presence every few seconds.
create index model_online on catalog.model (id) where online;
