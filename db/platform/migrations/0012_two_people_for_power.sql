CREATE TABLE `proposal` (
	`id` text PRIMARY KEY NOT NULL,
	`deed` text NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` integer NOT NULL
);
--> statement-breakpoint
-- A review is of any kind that the code knows: its table and what hangs on it are built again, children first, so that no reference breaks.
CREATE TABLE `__new_review` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`round` integer DEFAULT 1 NOT NULL,
	`user_id` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`opened_at` integer NOT NULL,
	`claimed_by` integer,
	`claimed_at` integer,
	`decided_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`settled_at` integer,
	`settle_refusal` text,
	CONSTRAINT "review_state" CHECK("__new_review"."state" in ('open', 'claimed', 'seconding', 'approved', 'rejected', 'cancelled'))
);
--> statement-breakpoint
INSERT INTO `__new_review`("id", "kind", "subject_id", "round", "user_id", "state", "opened_at", "claimed_by", "claimed_at", "decided_at", "reason", "settled_at", "settle_refusal") SELECT "id", "kind", "subject_id", "round", "user_id", "state", "opened_at", "claimed_by", "claimed_at", "decided_at", "reason", "settled_at", "settle_refusal" FROM `review`;--> statement-breakpoint
CREATE TABLE `__new_review_note` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`command_id` text NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `__new_review`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_review_note`("id", "review_id", "staff_id", "at", "text", "command_id") SELECT "id", "review_id", "staff_id", "at", "text", "command_id" FROM `review_note`;--> statement-breakpoint
CREATE TABLE `__new_review_decision` (
	`review_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`verdict` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`command_id` text NOT NULL,
	PRIMARY KEY(`review_id`, `staff_id`),
	FOREIGN KEY (`review_id`) REFERENCES `__new_review`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "review_decision_verdict" CHECK("__new_review_decision"."verdict" in ('approve', 'reject'))
);
--> statement-breakpoint
INSERT INTO `__new_review_decision`("review_id", "staff_id", "verdict", "reason", "at", "command_id") SELECT "review_id", "staff_id", "verdict", "reason", "at", "command_id" FROM `review_decision`;--> statement-breakpoint
DROP TABLE `review_note`;--> statement-breakpoint
DROP TABLE `review_decision`;--> statement-breakpoint
DROP TABLE `review`;--> statement-breakpoint
ALTER TABLE `__new_review` RENAME TO `review`;--> statement-breakpoint
ALTER TABLE `__new_review_note` RENAME TO `review_note`;--> statement-breakpoint
ALTER TABLE `__new_review_decision` RENAME TO `review_decision`;--> statement-breakpoint
CREATE UNIQUE INDEX `review_note_command_id_unique` ON `review_note` (`command_id`);--> statement-breakpoint
CREATE INDEX `review_note_by_review` ON `review_note` (`review_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `review_decision_command_id_unique` ON `review_decision` (`command_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `review_of_subject` ON `review` (`kind`,`subject_id`,`round`);--> statement-breakpoint
CREATE INDEX `review_by_queue` ON `review` (`kind`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `review_by_user` ON `review` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `review_to_settle` ON `review` (`decided_at`) WHERE state in ('approved', 'rejected') and settled_at is null;--> statement-breakpoint
ALTER TABLE `staff` ADD `standing_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `review_decision_never_edited` BEFORE UPDATE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_decision_never_deleted` BEFORE DELETE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_note_never_edited` BEFORE UPDATE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_note_never_deleted` BEFORE DELETE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `proposal_never_edited` BEFORE UPDATE ON `proposal` BEGIN SELECT raise(ABORT, 'a proposal is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `proposal_never_deleted` BEFORE DELETE ON `proposal` BEGIN SELECT raise(ABORT, 'a proposal is never edited'); END;
