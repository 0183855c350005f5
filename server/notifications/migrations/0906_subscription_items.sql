-- Fans are also told of a renewal that comes, and of a price to agree to.
alter table notifications.item
  drop constraint item_kind_check,
  drop constraint item_check2,
  add constraint item_kind_check check (
    kind in (
      'live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'tokens_returned',
      'tokens_back', 'reward', 'reward_cancelled'
    )
  ),
  add constraint item_about_a_model check (
    (kind in ('live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question'))
    = (model_id is not null)
  );
