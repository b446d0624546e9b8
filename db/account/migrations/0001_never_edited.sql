-- A ledger is corrected by another entry, never by an edit: the store itself refuses.
CREATE TRIGGER entry_never_updated BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER entry_never_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER bill_never_updated BEFORE UPDATE ON bill BEGIN SELECT RAISE(ABORT, 'bills are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER bill_never_deleted BEFORE DELETE ON bill BEGIN SELECT RAISE(ABORT, 'bills are never edited'); END;
