CREATE TABLE `account_count` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`is_sound` integer NOT NULL,
	`entry_count` integer NOT NULL,
	`undelivered` integer NOT NULL,
	`sums` text NOT NULL,
	`problems` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_count_by_time` ON `account_count` (`at`);--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`facts` text NOT NULL,
	`command_id` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entry_command_id_unique` ON `audit_entry` (`command_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entry_previous_hash_unique` ON `audit_entry` (`previous_hash`);--> statement-breakpoint
CREATE INDEX `audit_entry_by_staff` ON `audit_entry` (`staff_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_entry_by_action` ON `audit_entry` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_entry_by_target` ON `audit_entry` (`target`,`seq`);--> statement-breakpoint
CREATE TABLE `correction` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`reason` text NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `correction_by_user` ON `correction` (`user_id`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`state` text NOT NULL,
	`password_hash` text,
	`totp_secret` text,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`invite_hash` text,
	`invite_expires_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "staff_role" CHECK("staff"."role" in ('support', 'reviewer', 'finance', 'admin', 'auditor')),
	CONSTRAINT "staff_state" CHECK("staff"."state" in ('invited', 'active', 'disabled')),
	CONSTRAINT "staff_second_factor" CHECK("staff"."state" <> 'active' or ("staff"."password_hash" is not null and "staff"."totp_secret" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invite_hash_unique` ON `staff` (`invite_hash`);--> statement-breakpoint
CREATE TABLE `staff_session` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ip` text NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_session_by_staff` ON `staff_session` (`staff_id`);--> statement-breakpoint
CREATE INDEX `staff_session_by_expiry` ON `staff_session` (`expires_at`);--> statement-breakpoint
CREATE TRIGGER `audit_entry_never_edited` BEFORE UPDATE ON `audit_entry` BEGIN SELECT raise(ABORT, 'the audit log is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entry_never_deleted` BEFORE DELETE ON `audit_entry` BEGIN SELECT raise(ABORT, 'the audit log is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_decision_never_edited` BEFORE UPDATE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_decision_never_deleted` BEFORE DELETE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_note_never_edited` BEFORE UPDATE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `review_note_never_deleted` BEFORE DELETE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `correction_never_edited` BEFORE UPDATE ON `correction` BEGIN SELECT raise(ABORT, 'a correction is never edited'); END;--> statement-breakpoint
CREATE TRIGGER `correction_never_deleted` BEFORE DELETE ON `correction` BEGIN SELECT raise(ABORT, 'a correction is never edited'); END;
