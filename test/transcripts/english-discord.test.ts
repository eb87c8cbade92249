import { testTalks } from "./playing.ts";

testTalks("en", "discord");
