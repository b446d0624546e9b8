-- Triggers, which the schema files cannot say. `npm run db:generate` appends this file to the baseline migration.

-- A ledger is corrected by another entry, never by an edit: the store itself refuses.
CREATE TRIGGER entry_never_updated BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER entry_never_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER bill_never_updated BEFORE UPDATE ON bill BEGIN SELECT RAISE(ABORT, 'bills are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER bill_never_deleted BEFORE DELETE ON bill BEGIN SELECT RAISE(ABORT, 'bills are never edited'); END;
--> statement-breakpoint
-- A turn is one statement, so it is whole or not at all without a transaction around it: its row brings its balances along,
-- and a balance that its table's CHECK refuses undoes the row.
CREATE TRIGGER balance_follows_turn AFTER INSERT ON turn_log WHEN NEW.balances <> '[]' BEGIN
  INSERT OR REPLACE INTO balance (wallet, asset_id, available, held)
    SELECT value ->> 'wallet', value ->> 'asset_id', value ->> 'available', value ->> 'held'
    FROM json_each(NEW.balances);
END;
