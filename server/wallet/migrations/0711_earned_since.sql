-- What models earned lately is asked for now and then. The table only grows, so that a few bytes a block find the place.
create index transfer_created on wallet.transfer using brin (created_at);
