# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# Reads what `ctest --output-junit` writes. Prints "passed NAME", "failed NAME" or
# "skipped NAME<tab>REASON" a test. The reason is the text that GTEST_SKIP() was given, or the line
# "skipped: ..." that a script test prints.

function attribute(line, name,    at, rest) {
  at = index(line, " " name "=\"")
  if (at == 0) return ""
  rest = substr(line, at + length(name) + 3)
  return plain(substr(rest, 1, index(rest, "\"") - 1))
}

function plain(text) {
  gsub(/&lt;/, "<", text)
  gsub(/&gt;/, ">", text)
  gsub(/&quot;/, "\"", text)
  gsub(/&apos;/, "'", text)
  gsub(/&amp;/, "\\&", text)
  return text
}

/<testcase / {
  name = attribute($0, "name")
  status = attribute($0, "status")
  reason = ""
  reason_is_next = 0
}

# GoogleTest writes "file.cc:12: Skipped" and the reason on the line after it.
reason_is_next && reason == "" { reason = plain($0); reason_is_next = 0 }
/: Skipped$/ { reason_is_next = 1 }
/skipped: / && reason == "" { reason = plain(substr($0, index($0, "skipped: ") + 9)) }

/<\/testcase>/ {
  if (status == "run") print "passed " name
  else if (status == "fail") print "failed " name
  else if (status == "disabled") print "skipped " name "\tdisabled"
  else print "skipped " name "\t" (reason == "" ? "no reason given" : reason)
}
