-- Fans are also told that something they bought was removed and its tokens are back, and what staff decided about them.
alter table notifications.item
  drop constraint item_kind_check,
  drop constraint item_about_a_model,
  add constraint item_kind_check check (
    kind in (
      'live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'tokens_returned',
      'tokens_back', 'reward', 'reward_cancelled', 'search_live', 'search_new', 'content_refunded', 'staff_decision'
    )
  ),
  add constraint item_about_a_model check (
    (kind in ('live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'search_live',
      'search_new', 'content_refunded')) = (model_id is not null)
  );
