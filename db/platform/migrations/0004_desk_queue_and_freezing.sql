CREATE TABLE `review` (
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
	CONSTRAINT "review_kind" CHECK("review"."kind" in ('identity', 'deposit', 'withdrawal', 'correction')),
	CONSTRAINT "review_state" CHECK("review"."state" in ('open', 'claimed', 'seconding', 'approved', 'rejected', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_of_subject` ON `review` (`kind`,`subject_id`,`round`);--> statement-breakpoint
CREATE INDEX `review_by_queue` ON `review` (`kind`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `review_by_user` ON `review` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `review_to_settle` ON `review` (`decided_at`) WHERE state in ('approved', 'rejected') and settled_at is null;--> statement-breakpoint
CREATE TABLE `review_decision` (
	`review_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`verdict` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`command_id` text NOT NULL,
	PRIMARY KEY(`review_id`, `staff_id`),
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "review_decision_verdict" CHECK("review_decision"."verdict" in ('approve', 'reject'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_decision_command_id_unique` ON `review_decision` (`command_id`);--> statement-breakpoint
CREATE TABLE `review_note` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`command_id` text NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_note_command_id_unique` ON `review_note` (`command_id`);--> statement-breakpoint
CREATE INDEX `review_note_by_review` ON `review_note` (`review_id`,`id`);--> statement-breakpoint
ALTER TABLE `user` ADD `is_trading_frozen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `is_withdrawal_frozen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `freeze_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `is_freeze_owed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `user_by_freeze_owed` ON `user` (`is_freeze_owed`) WHERE is_freeze_owed = 1;