CREATE TABLE `day_sum` (
	`day` integer PRIMARY KEY NOT NULL,
	`net` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event` (
	`no` integer PRIMARY KEY NOT NULL,
	`event` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `follower` (
	`account` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`told` integer NOT NULL,
	`joined_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leader` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_open` integer NOT NULL,
	`events` integer NOT NULL,
	`sent` integer NOT NULL,
	`stored` integer NOT NULL,
	`revision` integer NOT NULL,
	`shown` integer NOT NULL,
	`net` text NOT NULL,
	`margins` text NOT NULL,
	`ended` integer NOT NULL,
	`won` integer NOT NULL,
	`long` integer NOT NULL,
	`held_ms` integer NOT NULL,
	`peak` text NOT NULL,
	`drawdown` text NOT NULL,
	`copies` integer NOT NULL,
	`copies_won` integer NOT NULL,
	`copies_net` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `owed` (
	`seq` integer PRIMARY KEY NOT NULL,
	`message` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stream` (
	`account` integer PRIMARY KEY NOT NULL,
	`received` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trade` (
	`position_no` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`leverage` integer NOT NULL,
	`lots` integer NOT NULL,
	`price_decimals` integer NOT NULL,
	`open_steps` integer NOT NULL,
	`margin` text NOT NULL,
	`opened_at` integer NOT NULL,
	`end_no` integer,
	`ended_at` integer,
	`net` text,
	CONSTRAINT "trade_ended" CHECK(("trade"."end_no" IS NULL) = ("trade"."net" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `trade_by_end` ON `trade` (`end_no`);--> statement-breakpoint
CREATE TABLE `trade_close` (
	`id` integer PRIMARY KEY NOT NULL,
	`position_no` integer NOT NULL,
	`lots` integer NOT NULL,
	`steps` integer NOT NULL,
	`cause` text NOT NULL,
	`result` text NOT NULL,
	`receipt_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trade_close_by_trade` ON `trade_close` (`position_no`);
