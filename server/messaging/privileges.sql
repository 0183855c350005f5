-- The numbers of unread messages are kept by triggers alone.
grant update (in_folders, fan_read_to, model_read_to, fan_hidden_at, active_at) on messaging.chat to :role;
revoke insert on messaging.model_unread from :role;
grant update (updated_at) on messaging.message to :role;
grant update on messaging.mass_message, messaging.mass_recipient, messaging.media, messaging.word_filter to :role;
grant delete on messaging.mass_recipient, messaging.message, messaging.subscribers_only, messaging.word_filter to :role;
