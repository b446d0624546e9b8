CREATE TABLE `lot_bid` (
	`seq` integer PRIMARY KEY NOT NULL,
	`account` integer NOT NULL,
	`act_no` integer NOT NULL,
	`price` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lot_bid_by_account` ON `lot_bid` (`account`,`act_no`);--> statement-breakpoint
CREATE TABLE `lot_owed` (
	`no` integer PRIMARY KEY NOT NULL,
	`account` integer NOT NULL,
	`request` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `lot_standing` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`ends_at` integer NOT NULL,
	`winner` integer,
	`act_no` integer,
	`price` text,
	`pay_by` integer,
	`pending` text,
	`decided_at` integer,
	`shown_seq` integer DEFAULT 0 NOT NULL,
	`told_seq` integer DEFAULT 0 NOT NULL
);
