-- Triggers and first rows, which the schema files cannot say. `npm run db:generate` appends this file to the baseline migration.

-- User ids start at 10001, so that no id is mistaken for a small wire constant (asset, wallet, category).
INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 10000);
--> statement-breakpoint
-- Articles of operators start beyond those that the product may still bring.
INSERT INTO sqlite_sequence (name, seq) VALUES ('news', 1000);
--> statement-breakpoint
-- A text that an operator rewrites follows the product no more; the seed alone writes `seeded`.
CREATE TRIGGER news_text_rewritten AFTER UPDATE OF title, abstract, content ON news_text WHEN new.seeded IS old.seeded BEGIN
  UPDATE news_text SET seeded = NULL WHERE news_id = new.news_id AND language = new.language;
END;
--> statement-breakpoint
CREATE TRIGGER site_text_rewritten AFTER UPDATE OF title, content ON site_text WHEN new.seeded IS old.seeded BEGIN
  UPDATE site_text SET seeded = NULL WHERE kind = new.kind AND language = new.language;
END;
--> statement-breakpoint
INSERT INTO `count_total` (`id`, `revision`, `sums`, `heard`) VALUES (1, 0, '[]', '[]');
--> statement-breakpoint
-- A claim counts itself, in the statement that makes it: a CHECK then keeps the stock whatever happens at once.
CREATE TRIGGER coupon_claim_counts AFTER INSERT ON coupon_claim BEGIN
  UPDATE coupon SET claimed = claimed + 1 WHERE id = NEW.coupon_id;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_never_edited` BEFORE UPDATE ON `audit_entry` BEGIN SELECT raise(ABORT, 'the audit log is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_never_deleted` BEFORE DELETE ON `audit_entry` BEGIN SELECT raise(ABORT, 'the audit log is never edited'); END;
--> statement-breakpoint
-- INSERT OR REPLACE takes a line away without a DELETE that a trigger would see. Refused in the words of the constraint that it would pass:
-- whoever writes a line knows by them that another came first.
CREATE TRIGGER `audit_entry_never_replaced` BEFORE INSERT ON `audit_entry` WHEN EXISTS (SELECT 1 FROM `audit_entry` WHERE `seq` = new.`seq`) OR EXISTS (SELECT 1 FROM `audit_entry` WHERE `command_id` = new.`command_id`) BEGIN SELECT raise(ABORT, 'UNIQUE constraint failed: audit_entry.seq, audit_entry.command_id: the audit log is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `correction_never_edited` BEFORE UPDATE ON `correction` BEGIN SELECT raise(ABORT, 'a correction is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `correction_never_deleted` BEFORE DELETE ON `correction` BEGIN SELECT raise(ABORT, 'a correction is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_decision_never_edited` BEFORE UPDATE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_decision_never_deleted` BEFORE DELETE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_note_never_edited` BEFORE UPDATE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_note_never_deleted` BEFORE DELETE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `proposal_never_edited` BEFORE UPDATE ON `proposal` BEGIN SELECT raise(ABORT, 'a proposal is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `proposal_never_deleted` BEFORE DELETE ON `proposal` BEGIN SELECT raise(ABORT, 'a proposal is never edited'); END;
--> statement-breakpoint
-- Nobody is at work without an authenticator app or a passkey: the code asks for it, and the tables hold it.
CREATE TRIGGER `staff_second_factor_kept` BEFORE UPDATE ON `staff` WHEN new.`state` = 'active' AND new.`totp_secret` IS NULL AND NOT EXISTS (SELECT 1 FROM `staff_passkey` WHERE `staff_id` = new.`id`) BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
--> statement-breakpoint
CREATE TRIGGER `staff_second_factor_from_the_start` BEFORE INSERT ON `staff` WHEN new.`state` = 'active' AND new.`totp_secret` IS NULL BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
--> statement-breakpoint
CREATE TRIGGER `staff_last_passkey_kept` BEFORE DELETE ON `staff_passkey` WHEN EXISTS (SELECT 1 FROM `staff` WHERE `id` = old.`staff_id` AND `state` = 'active' AND `totp_secret` IS NULL) AND NOT EXISTS (SELECT 1 FROM `staff_passkey` WHERE `staff_id` = old.`staff_id` AND `id` <> old.`id`) BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
--> statement-breakpoint
-- Whoever changes an answer opens the time for objections again.
CREATE TRIGGER quiz_answer_changed AFTER UPDATE OF answer, evidence ON quiz_answer
WHEN new.answer <> old.answer OR new.evidence <> old.evidence BEGIN
  UPDATE quiz_answer SET decided_at = unixepoch() * 1000 WHERE event_id = new.event_id AND settled_at IS NULL;
END;
--> statement-breakpoint
-- What was paid by stays the answer, and so does what nobody may object to any more: accounts may be paid by it already.
CREATE TRIGGER quiz_answer_stands BEFORE UPDATE OF answer, evidence ON quiz_answer
WHEN old.settled_at IS NOT NULL OR (
  old.decided_at <= unixepoch() * 1000 - 86400000
  AND old.decided_at >= (SELECT closes_at FROM quiz_event WHERE id = old.event_id)
  AND NOT EXISTS (SELECT 1 FROM quiz_objection WHERE event_id = old.event_id AND state = 'open')
) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- What was called off stays so: taken up again after its day it would be carried out by a price of the past.
CREATE TRIGGER stock_action_stays_called_off BEFORE UPDATE OF is_called_off ON stock_action
WHEN old.is_called_off = 1 AND new.is_called_off = 0 BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Nobody takes an event away once it has begun: bettors would have nothing to object to.
CREATE TRIGGER quiz_event_stays_published BEFORE UPDATE OF is_published ON quiz_event
WHEN old.is_published = 1 AND new.is_published = 0 AND old.opens_at <= unixepoch() * 1000 BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- A sale names the version of the terms that it was made under.
CREATE TRIGGER nft_term_counted AFTER UPDATE OF commission, royalty_min, royalty_max, margin_rate ON nft_term BEGIN
  UPDATE nft_term SET version = old.version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER nft_series_committed BEFORE UPDATE OF root, committed_at, is_ready ON nft_series WHEN old.root IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series is committed to once');
END;
--> statement-breakpoint
CREATE TRIGGER nft_prize_committed BEFORE UPDATE ON nft_prize WHEN old.position IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series never changes');
END;
--> statement-breakpoint
CREATE TRIGGER nft_prize_kept BEFORE DELETE ON nft_prize WHEN old.position IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series never changes');
END;
--> statement-breakpoint
CREATE TRIGGER nft_prize_complete BEFORE INSERT ON nft_prize WHEN (SELECT root FROM nft_series WHERE id = new.series_id) IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series never changes');
END;
--> statement-breakpoint
-- A deposit that has ended gives its part of the quota back, once, however often and in whatever order its account tells of it.
CREATE TRIGGER mining_due_ended AFTER UPDATE OF is_live ON mining_due WHEN old.is_live = 1 AND new.is_live = 0 BEGIN
  UPDATE supply_taken SET returned = returned + new.steps WHERE product = 'mining' AND item = CAST(new.product_id AS TEXT);
END;
--> statement-breakpoint
CREATE TRIGGER mining_due_ended_already AFTER INSERT ON mining_due WHEN new.is_live = 0 BEGIN
  UPDATE supply_taken SET returned = returned + new.steps WHERE product = 'mining' AND item = CAST(new.product_id AS TEXT);
END;
