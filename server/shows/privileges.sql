grant update on shows.promo_link, shows.show to :role;
