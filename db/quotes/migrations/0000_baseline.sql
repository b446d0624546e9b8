CREATE TABLE `anchor` (
	`round_no` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`heads` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `candle` (
	`symbol` text NOT NULL,
	`period` text NOT NULL,
	`at` integer NOT NULL,
	`open` text NOT NULL,
	`high` text NOT NULL,
	`low` text NOT NULL,
	`close` text NOT NULL,
	`volume` text NOT NULL,
	PRIMARY KEY(`symbol`, `period`, `at`)
);
--> statement-breakpoint
CREATE TABLE `round` (
	`no` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`late_symbol` text,
	`source` text NOT NULL,
	`prices` text NOT NULL,
	`digest` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `round_by_time` ON `round` (`at`);--> statement-breakpoint
CREATE TABLE `split_taken` (
	`id` integer PRIMARY KEY NOT NULL
);
