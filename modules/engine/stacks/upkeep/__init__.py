"""What units and places keep or lose: traces, supply, recovery, control, rebuilding, armies, victory."""
