-- What moved is final. The words beside it are a person's: they are forgotten with the person, and nothing else changes.
create function wallet.guard_transfer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason in ('', old.reason)
    and (new.counterpart is null or new.counterpart = old.counterpart)
    and to_jsonb(new) - 'reason' - 'counterpart' = to_jsonb(old) - 'reason' - 'counterpart' then
    return new;
  end if;
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'WA001';
end $$;
drop trigger final on wallet.transfer;
create trigger final before update or delete on wallet.transfer for each row execute function wallet.guard_transfer();

-- Forgets the notes that a fan wrote beside tips and gifts, or the name under which fans dealt with a model.
create function wallet.forget_words(p_kind wallet.account_kind, p_owner bigint) returns void language sql as $$
  update wallet.transfer set reason = ''
  where p_kind = 'fan' and kind in ('tip', 'gift') and reason <> ''
    and debit_id in (select id from wallet.account where kind in ('fan', 'hold') and owner_id = p_owner);
  update wallet.transfer set counterpart = null
  where p_kind = 'model' and counterpart is not null
    and (select id from wallet.account where kind = 'model' and owner_id = p_owner) in (debit_id, credit_id);
$$;
