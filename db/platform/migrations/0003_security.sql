CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkey_by_user` ON `passkey` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenge` (
	`challenge` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer,
	`origin` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenge_by_expiry` ON `passkey_challenge` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkey_challenge_by_user` ON `passkey_challenge` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`)
);
--> statement-breakpoint
CREATE TABLE `totp` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `upload` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`is_public` integer NOT NULL,
	`content_type` text NOT NULL,
	`byte_count` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `upload_by_user` ON `upload` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `user` ADD `pay_password_hash` text;--> statement-breakpoint
ALTER TABLE `user` ADD `withdrawals_locked_until` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `phrase` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `is_login_noticed` integer DEFAULT true NOT NULL;