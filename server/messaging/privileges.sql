grant update on messaging.chat, messaging.mass_message, messaging.mass_recipient, messaging.media, messaging.message, messaging.word_filter to :role;
grant delete on messaging.mass_recipient, messaging.message, messaging.word_filter to :role;
