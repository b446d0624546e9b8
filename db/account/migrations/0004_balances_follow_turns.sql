-- A turn is one statement, so it is whole or not at all without a transaction around it: its row brings its balances along,
-- and a balance that its table's CHECK refuses undoes the row.
CREATE TRIGGER balance_follows_turn AFTER INSERT ON turn_log WHEN NEW.balances <> '[]' BEGIN
  INSERT OR REPLACE INTO balance (wallet, asset_id, available, held)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')
    FROM json_each(NEW.balances);
END;
