comment on column subscriptions.refund_order.state is '`given_up`: it was never answered, and somebody asked again, or all of the payment went back otherwise.';
