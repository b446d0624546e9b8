CREATE TABLE `turn_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`changes` text NOT NULL
);
