CREATE TABLE `progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `registration` (
	`feature` text NOT NULL,
	`account` integer NOT NULL,
	`revision` integer NOT NULL,
	`low` integer,
	`high` integer,
	`next` integer,
	`after` integer NOT NULL,
	`long` text NOT NULL,
	`short` text NOT NULL,
	`house` text NOT NULL,
	`fees` text NOT NULL,
	`insurance` text NOT NULL,
	PRIMARY KEY(`feature`, `account`)
);
