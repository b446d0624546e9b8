-- INSERT OR REPLACE takes a line away without a DELETE that a trigger would see. Refused in the words of the constraint that it would pass:
-- whoever writes a line knows by them that another came first.
CREATE TRIGGER `audit_entry_never_replaced` BEFORE INSERT ON `audit_entry` WHEN EXISTS (SELECT 1 FROM `audit_entry` WHERE `seq` = new.`seq`) OR EXISTS (SELECT 1 FROM `audit_entry` WHERE `command_id` = new.`command_id`) BEGIN SELECT raise(ABORT, 'UNIQUE constraint failed: audit_entry.seq, audit_entry.command_id: the audit log is never edited'); END;
