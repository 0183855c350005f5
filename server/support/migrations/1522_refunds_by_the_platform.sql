-- What a model had no longer, the platform gave back.
alter table support.refund rename column from_house to from_platform;
alter table support.refund rename constraint refund_from_house_check to refund_from_platform_check;
