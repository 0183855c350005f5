grant update on messaging.chat, messaging.mass_message, messaging.media, messaging.message to :role;
grant delete on messaging.message to :role;
