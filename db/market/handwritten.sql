-- Triggers, which the schema files cannot say. `npm run db:generate` appends this file to the baseline migration.

-- A ledger is corrected by another entry, never by an edit: the store itself refuses.
CREATE TRIGGER house_entry_never_updated BEFORE UPDATE ON house_entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER house_entry_never_deleted BEFORE DELETE ON house_entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
