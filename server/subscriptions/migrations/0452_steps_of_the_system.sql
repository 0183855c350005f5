-- What the product does by itself is called by one word everywhere: `system`.
alter table subscriptions.step drop constraint step_source_check;
alter table subscriptions.step disable trigger guard_step;
update subscriptions.step set source = 'system' where source = 'house';
alter table subscriptions.step enable trigger guard_step;
alter table subscriptions.step add constraint step_source_check check (source in ('fan', 'gateway', 'system'));
