-- Fans are also told that a model wrote to them, which leads to the chat, and that a model plans to be live soon.
alter table notifications.item
  drop constraint item_kind_check,
  drop constraint item_about_a_model,
  drop constraint item_check3,
  add constraint item_kind_check check (
    kind in (
      'live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'tokens_returned',
      'tokens_back', 'reward', 'reward_cancelled', 'search_live', 'search_new', 'content_refunded', 'staff_decision',
      'message', 'schedule'
    )
  ),
  add constraint item_about_a_model check (
    (kind in ('live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'search_live',
      'search_new', 'content_refunded', 'message', 'schedule')) = (model_id is not null)
  ),
  add constraint item_with_a_target check ((kind in ('show_ended', 'message')) = (target_id is not null));

-- The planned broadcast that the fan was reminded of last: nobody is reminded twice of one.
alter table notifications.wish add column reminded_of timestamptz;
