-- Which models a fan has blocked: their items are in none of the fan's lists.
create view content.hidden_model as select fan_id, model_id from catalog.blocked;
