-- Somebody at work may have a passkey in place of the app: the table of staff and what hangs on it are built again, children first.
CREATE TABLE `__new_staff` (
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
	`standing_since` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "staff_role" CHECK("__new_staff"."role" in ('support', 'reviewer', 'finance', 'admin', 'auditor')),
	CONSTRAINT "staff_state" CHECK("__new_staff"."state" in ('invited', 'active', 'disabled')),
	CONSTRAINT "staff_password" CHECK("__new_staff"."state" <> 'active' or "__new_staff"."password_hash" is not null)
);
--> statement-breakpoint
INSERT INTO `__new_staff`("id", "email", "name", "role", "state", "password_hash", "totp_secret", "totp_step", "invite_hash", "invite_expires_at", "created_at", "standing_since") SELECT "id", "email", "name", "role", "state", "password_hash", "totp_secret", "totp_step", "invite_hash", "invite_expires_at", "created_at", "standing_since" FROM `staff`;--> statement-breakpoint
CREATE TABLE `__new_staff_session` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ip` text NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `__new_staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_staff_session`("id_hash", "staff_id", "opened_at", "seen_at", "expires_at", "ip") SELECT "id_hash", "staff_id", "opened_at", "seen_at", "expires_at", "ip" FROM `staff_session`;--> statement-breakpoint
DROP TABLE `staff_session`;--> statement-breakpoint
DROP TABLE `staff`;--> statement-breakpoint
ALTER TABLE `__new_staff` RENAME TO `staff`;--> statement-breakpoint
ALTER TABLE `__new_staff_session` RENAME TO `staff_session`;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invite_hash_unique` ON `staff` (`invite_hash`);--> statement-breakpoint
CREATE INDEX `staff_session_by_staff` ON `staff_session` (`staff_id`);--> statement-breakpoint
CREATE INDEX `staff_session_by_expiry` ON `staff_session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `staff_passkey` (
	`staff_id` integer NOT NULL,
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_passkey_by_staff` ON `staff_passkey` (`staff_id`);--> statement-breakpoint
-- Nobody is at work without an authenticator app or a passkey: the code asks for it, and the tables hold it.
CREATE TRIGGER `staff_second_factor_kept` BEFORE UPDATE ON `staff` WHEN new.`state` = 'active' AND new.`totp_secret` IS NULL AND NOT EXISTS (SELECT 1 FROM `staff_passkey` WHERE `staff_id` = new.`id`) BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;--> statement-breakpoint
CREATE TRIGGER `staff_second_factor_from_the_start` BEFORE INSERT ON `staff` WHEN new.`state` = 'active' AND new.`totp_secret` IS NULL BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;--> statement-breakpoint
CREATE TRIGGER `staff_last_passkey_kept` BEFORE DELETE ON `staff_passkey` WHEN EXISTS (SELECT 1 FROM `staff` WHERE `id` = old.`staff_id` AND `state` = 'active' AND `totp_secret` IS NULL) AND NOT EXISTS (SELECT 1 FROM `staff_passkey` WHERE `staff_id` = old.`staff_id` AND `id` <> old.`id`) BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
