update content.item set search_text = kit.search_key(title) where search_text <> kit.search_key(title);
