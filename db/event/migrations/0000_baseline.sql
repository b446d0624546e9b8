CREATE TABLE `pool_answer` (
	`id` integer PRIMARY KEY NOT NULL,
	`answer` integer NOT NULL,
	`receipt_id` text NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pool_bet` (
	`seq` integer PRIMARY KEY NOT NULL,
	`account` integer NOT NULL,
	`bet_no` integer NOT NULL,
	`key` text NOT NULL,
	`option` integer NOT NULL,
	`stake` text NOT NULL,
	`at` integer NOT NULL,
	`paid` text,
	`fee` text,
	`is_delivered` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pool_bet_by_account` ON `pool_bet` (`account`,`bet_no`);--> statement-breakpoint
CREATE TABLE `pool_commitment` (
	`id` integer PRIMARY KEY NOT NULL,
	`receipt_id` text NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL
);
